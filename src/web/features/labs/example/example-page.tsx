import { useMemo, useState } from 'react';
import { exampleFile } from '#domain/labs/run-example';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { buildPage } from '../page/build-page.ts';
import { PageFrame } from '../page/page-view.tsx';
import classes from './example.module.css';

const FILE = exampleFile('html');

/** The page of an example as a browser shows it, to be used like any page. */
export function ExamplePage({ page }: { page: string }) {
  const [reloads, setReloads] = useState(0);
  const html = useMemo(() => buildPage({ [FILE]: page }, FILE), [page]);
  return (
    <div>
      <div className={classes.head}>
        <p className={classes.label}>{m.labs_page()}</p>
        <Button variant="quiet" size="sm" onClick={() => setReloads(reloads + 1)}>
          {m.labs_page_reload()}
        </Button>
      </div>
      <PageFrame key={`${reloads}\n${html}`} html={html} title={m.labs_example_page()} />
    </div>
  );
}
