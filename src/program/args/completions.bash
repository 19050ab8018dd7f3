# Completions of bleu for bash: the program completes the last of the words up to the cursor.
_bleu() {
    local IFS=$'\n' words=("${COMP_WORDS[@]:0:COMP_CWORD+1}")
    # Without what follows the cursor. After `--lowercase=` nothing is before it, and the `=` would be lost.
    if [[ ! ${words[COMP_CWORD]} =~ ^[=:]+$ ]]; then
        words[COMP_CWORD]=$2
    fi
    COMPREPLY=($(BLEU_COMPLETE=bash bleu -- "${words[@]}"))
    # A space follows, unless the word goes on. Older shells have no compopt.
    compopt +o nospace 2> /dev/null
    if [[ ${COMPREPLY-} =~ [=/:]$ ]]; then
        compopt -o nospace 2> /dev/null
    fi
}
complete -o nospace -o bashdefault -o nosort -F _bleu bleu 2> /dev/null || complete -o nospace -o bashdefault -F _bleu bleu
