#compdef bleu
# Completions of bleu for zsh: the program completes the word at the cursor. A line has a value and, after a colon, its help.
_bleu() {
    # `_describe` quotes a tilde, which then is no home directory; `_files` keeps it.
    [[ ${words[CURRENT]} == \~* ]] && { _files; return }
    local line value
    local -a folders others
    for line in "${(@f)$(BLEU_COMPLETE=zsh _CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((CURRENT - 1)) bleu -- "${words[@]}" 2> /dev/null)}"; do
        value=${line%%:*}
        # No space follows a folder.
        if [[ $value == */ ]]; then
            folders+=("${value%/}${line#"$value"}")
        elif [[ -n $line ]]; then
            others+=("$line")
        fi
    done
    [[ -n $folders ]] && _describe -V 'values' folders -S '/' -r '/'
    [[ -n $others ]] && _describe -V 'values' others
}
# Autoloaded, this file is the function's first call.
if [[ ${funcstack[1]} == _bleu ]]; then
    _bleu
else
    compdef _bleu bleu
fi
