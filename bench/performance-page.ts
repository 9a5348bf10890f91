/** The text of `docs/reference/performance.md`: each promise beside the latest figure that the kept runs have for it. */
import { promises } from './promises.ts';
import { markdown } from './report.ts';
import { keptRuns, type Run } from './results.ts';

/** The whole page. */
export function performancePage(): string {
  return `${OPENING}\n${promiseTable(keptRuns())}\n${CLOSING}`;
}

/** The promises that these runs have figures for, for whoever runs the bench. */
export function measuredPromises(runs: readonly Run[]): string {
  const rows = promises.flatMap(({ what, target, figure }) => {
    const found = figure(runs);
    return found === null ? [] : [[what, target, found.text, found.isMet ? 'met' : 'MISSED']];
  });
  return markdown({ title: 'Targets', columns: ['what', 'target', 'figure', ''], rows });
}

function promiseTable(runs: readonly Run[]): string {
  const rows = promises.map(({ what, target, figure }) => {
    const found = figure(runs);
    if (found === null) return `| ${what} | ${target} | not measured | |`;
    const measured = found.isMet ? found.text : `**${found.text}, missed**`;
    return `| ${what} | ${target} | ${measured} | [${found.run.at}](../../bench/results/${found.run.name}) |`;
  });
  return ['| | target | measured | run |', '|---|---|---|---|', ...rows, ''].join('\n');
}

const OPENING = `# Performance

What Lectern promises, beside what the latest runs of the bench measured. Each figure links to its run, which names the
command, the machine and its load. This page is written by \`npm run bench -- --keep\`.

The service, the load generator and a *bare* server share the machine, so compare shares, not rates. The bare server is
\`node:http\` that checks a token and sends the same bytes from memory. Unless a row says otherwise, there are 10,000
articles on SQLite, one process and 16 connections. "Compressed" means that the client accepts gzip and brotli.
`;

const CLOSING = `## Measure it yourself

\`\`\`sh
npm run bench                                     # everything, on this machine
npm run bench -- --only writes,start              # some parts
npm run bench -- --only list-include-1 --keep     # keep the run and bring its rows here up to date
\`\`\`

[bench/README.md](../../bench/README.md) explains the parts and the options. A run that is not kept prints the same
comparison and changes nothing.
`;
