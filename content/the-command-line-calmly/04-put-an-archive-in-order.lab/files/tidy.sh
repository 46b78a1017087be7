# Sorts the recordings in ~/radio/inbox into ~/radio/archive.
cd ~/radio/inbox

