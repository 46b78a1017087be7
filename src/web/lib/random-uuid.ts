/** Runs in the head. Over plain HTTP, such as in the network of a classroom, browsers leave out what every write needs. */
export const RANDOM_UUID_SCRIPT = `crypto.randomUUID=crypto.randomUUID||function(){return'00000000-0000-4000-8000-000000000000'.replace(/0/g,function(){return(crypto.getRandomValues(new Uint8Array(1))[0]&15).toString(16)})}`;
