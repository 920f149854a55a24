# a long option with a slip in it: the nearest one is named; a word that is near none, or short for
# several, gets no advice
for word in --flatprofile --grpah=main --no-garph --flat_prof --versoin --demangel=none \
    --no-such --xyz --file --sum=1 -X; do
    gprof "$word" 2>err
    test $? = 1 || echo "$word: wrong status"
    sed '/^Usage/,$d' err >&2
done
