# Asks the program for completions: one per line, and \x01 for the name of a file, which fish completes.
function __bleu_complete
    BLEU_COMPLETE=fish bleu -- (commandline --current-process --tokenize --cut-at-cursor) (commandline --current-token --cut-at-cursor) 2> /dev/null
end
function __bleu_takes_file
    __bleu_complete | string match --quiet "*"\x01
end
complete --command bleu --keep-order --no-files --arguments "(__bleu_complete | string match --invert '*'\x01)"
complete --command bleu --condition __bleu_takes_file --force-files
