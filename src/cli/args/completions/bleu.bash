# Asks the program for completions: one per line, and \x01 for the name of a file, which bash completes.
_bleu() {
    local line words=("${COMP_WORDS[@]:0:COMP_CWORD + 1}")
    # The part before the cursor; bash makes a word of `=` and `:`.
    [[ ${words[COMP_CWORD]} =~ ^[=:]+$ ]] || words[COMP_CWORD]=$2
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == $'\x01' ]]; then
            compopt -o default 2> /dev/null
        else
            [[ ${COMP_WORDS[COMP_CWORD]} == [\"\']* ]] || printf -v line %q "$line"
            COMPREPLY+=("$line")
        fi
    done < <(BLEU_COMPLETE=bash bleu -- "${words[@]}" 2> /dev/null)
    [[ ${COMPREPLY-} != *[=:] ]] || compopt -o nospace 2> /dev/null
}
# Old versions have no -o nosort, nor compopt, without which files are always offered.
complete -o nosort -F _bleu bleu 2> /dev/null ||
    if type compopt > /dev/null 2>&1; then complete -F _bleu bleu; else complete -o default -F _bleu bleu; fi
