# Makes the folder of the radio station. It has run already when your script starts.
mkdir -p ~/radio/inbox
cd ~/radio/inbox
for n in 01 02 03; do echo "jazz show $n" > "jazz-2024-$n.mp3"; done
for n in 01 02; do echo "jazz show $n" > "jazz-2025-$n.mp3"; done
for n in 01 02 03; do echo "news $n" > "news-2025-$n.mp3"; done
echo "talk" > "night talk 2025.mp3"
echo "cue list" > jazz-2025-01.txt
echo "old settings" > .player
touch empty.tmp draft.tmp
cd
