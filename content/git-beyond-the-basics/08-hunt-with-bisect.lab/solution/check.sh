# Tests the revision that is checked out. End with 0 if the price is right,
# with 125 if the program can't be run, and with 1 if the price is wrong.
sh -n price.sh || exit 125
[ "$(sh price.sh 100)" = "120" ]
