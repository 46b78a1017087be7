const asked = { points: 4, explanation: 'Look for an example.' };
/** An essay, a file and a place in a picture. */
export const questions = [
  {
    ...asked,
    id: 'q-essay',
    kind: 'essay',
    prompt: 'Why are queues fair?',
    minWords: 3,
    maxWords: 8,
    rubric: [
      {
        text: 'Reasons',
        levels: [
          { text: 'None is given', points: 0 },
          { text: 'One is given', points: 1 },
          { text: 'They convince', points: 2 },
        ],
      },
    ],
  },
  {
    ...asked,
    id: 'q-file',
    kind: 'file',
    prompt: 'Hand in your drawing.',
    rubric: [],
    accept: ['pdf', 'text'],
    maxMegabytes: 1,
  },
  {
    ...asked,
    id: 'q-spot',
    kind: 'hotspot',
    prompt: 'Where is the head of the queue?',
    picture: { src: '/covers/queues.svg', alt: 'A queue from left to right.', width: 640, height: 360 },
    regions: [{ shape: 'circle', x: 320, y: 180, radius: 20 }],
    spots: [
      { text: 'the left end', x: 20, y: 180 },
      { text: 'the middle', x: 320, y: 180 },
    ],
  },
];

/** An exam that people mark. */

/** Three statements that are true. */
export const truths = ['One', 'Two', 'Three'].map((prompt, index) => ({
  id: `q-${index + 1}`,
  kind: 'true-false',
  prompt,
  points: 1,
  explanation: '',
  answer: true,
}));
