import { readFileSync } from 'node:fs';
import { startOwnSchool } from './operations/school.ts';
const school = await startOwnSchool(process.cwd(), { dataDir: process.argv[2]!, port: 14865, env: { LABS: 'off' } });
const client = await school.connect();
try {
  for (const text of readFileSync(process.argv[3]!, 'utf8').split(';;').filter((t) => t.trim())) {
    console.log('=====', text.trim().slice(0, 200));
    try {
      const { rows } = await client.query(text);
      console.log(rows.map((r) => (r['QUERY PLAN'] ?? JSON.stringify(r))).join('\n'));
    } catch (e) { console.log('ERR', (e as Error).message); }
  }
} finally { await client.end(); await school.stop(); }
