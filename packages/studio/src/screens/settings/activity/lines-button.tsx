/** Saves all records that the filters let through as NDJSON: each whole, with what was changed in it. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { accepted, fetchAuthorized } from '../../../api/client.ts';
import { Problem } from '../../../frame/problem.tsx';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { Button } from '../../../ui/index.ts';
import { saveFile } from '../list/save-file.ts';

const LINES_TYPE = 'application/x-ndjson';

/** @param path of the list, with its filters and without a limit */
export function LinesButton({ path }: { readonly path: string }): ReactNode {
  const { problem, busy, run } = useAttempt();
  const save = async () => {
    const response = await accepted(await fetchAuthorized(new Request(path, { headers: { Accept: LINES_TYPE } })));
    saveFile('activity.ndjson', LINES_TYPE, await response.blob());
  };
  return (
    <>
      <Button variant="default" size="xs" loading={busy} onClick={() => void run(save)}>
        <Trans>Export as NDJSON</Trans>
      </Button>
      <Problem error={problem} />
    </>
  );
}
