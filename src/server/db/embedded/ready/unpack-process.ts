import { makeFromReady, type UnpackAnswer, type UnpackOrder } from './make-from-ready.ts';

process.on('disconnect', () => process.exit(1));
process.once('message', async (order: UnpackOrder) => {
  const answer: UnpackAnswer = await makeFromReady(order).then(
    (isMade) => ({ isMade }),
    (error: unknown) => ({ isMade: false, error: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(answer, () => process.exit(0));
});
