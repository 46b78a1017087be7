import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/')({ component: Landing });

function Landing() {
  return (
    <main>
      <h1>Turn Knowledge Into Expertise</h1>
      <Button>Browse Courses</Button>
    </main>
  );
}
