#!/bin/sh
# A plug-in in POSIX shell, which shows how little the protocol asks for. A shell cannot parse JSON in general; what the host
# writes is compact and begins with the number of the request, so the few members that count here can be cut out of the line.
# For anything more, take a language that has a JSON library.

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
        # The log is not a terminal; a plug-in with a speaker or a motor would use it here.
        printf 'I! tap\n' >&2
        ;;
    '{"id":'*)
        printf '{"id":%s,"error":{"code":"unsupported","message":"this plug-in plays success only"}}\n' "$id"
        ;;
    '{"method":"shutdown"'*)
        exit 0
        ;;
    esac
done
