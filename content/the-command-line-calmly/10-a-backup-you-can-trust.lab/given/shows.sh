# Makes the folder to save. It has run already when your script starts.
mkdir -p ~/lab/shows ~/lab/bin
echo "jazz" > ~/lab/shows/jazz.txt
echo "talk" > ~/lab/shows/"night talk.txt"
echo "set" > ~/lab/shows/.settings
