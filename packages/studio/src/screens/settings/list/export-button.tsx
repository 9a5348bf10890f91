/** The button that saves a whole list as a file, as far as its filters let it. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { readPage } from '../../../api/pages.ts';
import { Problem } from '../../../frame/problem.tsx';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { Button } from '../../../ui/index.ts';
import { type CsvColumn, csvOf } from './csv.ts';
import { saveFile } from './save-file.ts';

/** More rows are for the API: a browser has to hold them all. */
const ROWS_MAX = 10_000;

interface ExportButtonProperties<Item> {
  /** Its name, without what stands behind the dot. */
  readonly fileName: string;
  /** Path of the list's first page, with its query. */
  readonly path: string;
  readonly columns: readonly CsvColumn<Item>[];
}

export function ExportButton<Item>({ fileName, path, columns }: ExportButtonProperties<Item>): ReactNode {
  const { t } = useLingui();
  const { problem, busy, run } = useAttempt();
  const save = () =>
    run(async () => {
      const items = await readAll<Item>(path);
      if (items === null) throw new Error(t`This list is too long for one file. Narrow it with the filters first.`);
      saveFile(`${fileName}.csv`, 'text/csv', csvOf(columns, items));
    });
  return (
    <>
      <Button variant="default" size="xs" loading={busy} onClick={() => void save()}>
        <Trans>Export as CSV</Trans>
      </Button>
      <Problem error={problem} />
    </>
  );
}

/** All items of a list; null where they are too many. */
async function readAll<Item>(path: string): Promise<readonly Item[] | null> {
  const items: Item[] = [];
  for (let next: string | null = path; next !== null; ) {
    const page: Awaited<ReturnType<typeof readPage<Item>>> = await readPage<Item>(next);
    if (page.total > ROWS_MAX) return null;
    items.push(...page.items);
    next = items.length > ROWS_MAX ? null : page.next;
  }
  return items;
}
