# Sorts the recordings in ~/radio/inbox into ~/radio/archive.
cd ~/radio/inbox

# The safety copy comes first.
cp -r ../inbox ../inbox-before

mkdir -p ../archive/jazz/2024 ../archive/jazz/2025 ../archive/news/2025 ../archive/talk/2025

# With -n, mv never overwrites.
mv -n jazz-2024-*.mp3 ../archive/jazz/2024/
mv -n jazz-2025-* ../archive/jazz/2025/
mv -n news-2025-*.mp3 ../archive/news/2025/
mv -n "night talk 2025.mp3" ../archive/talk/2025/talk-2025-01.mp3

rm -- *.tmp
mv -n .player ..

# rmdir refuses a folder that still holds something.
cd ..
rmdir inbox
