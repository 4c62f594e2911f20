#!/bin/sh
# A plug-in in POSIX shell, which shows how small a plug-in can be. A shell cannot parse JSON in general. The host writes compact
# JSON that begins with the ID of the request, so the few members needed here can be extracted from the line.
# For anything larger, use a language with a JSON library.

while IFS= read -r line; do
    id=${line#'{"id":'}
    id=${id%%,*}
    case $line in
    '{"id":'*'"method":"initialize"'*)
        printf '{"id":%s,"result":{"protocol":1,"plugin":{"name":"template-sh","version":"1.0"},' "$id"
        printf '"services":[{"service":"feedback"}]}}\n'
        ;;
    '{"id":'*'"method":"ping"'*)
        printf '{"id":%s,"result":{}}\n' "$id"
        ;;
    '{"id":'*'"method":"feedback.play","params":{"event":"success",'*)
        printf '{"id":%s,"event":"started"}\n{"id":%s,"result":{}}\n' "$id" "$id"
        # This plug-in only writes to its log; a real one would use a speaker or a motor here.
        printf 'I! tap\n' >&2
        ;;
    '{"id":'*)
        printf '{"id":%s,"error":{"code":"unsupported","message":"this plug-in plays only success"}}\n' "$id"
        ;;
    '{"method":"shutdown"'*)
        exit 0
        ;;
    esac
done
