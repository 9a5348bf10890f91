/** Details of an error to copy, for whoever looks into it: where, what and when, without anybody's content. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { CopyTextButton } from '../ui/index.ts';

export function CopyDetails({ error }: { readonly error: unknown }): ReactNode {
  return (
    <CopyTextButton value={detailsOf(error)}>
      <Trans>Copy details</Trans>
    </CopyTextButton>
  );
}

function detailsOf(error: unknown): string {
  const lines = [location.href, new Date().toISOString(), navigator.userAgent];
  if (error instanceof ApiProblem)
    lines.push(`${error.status} ${error.code}`, `request ${error.requestId ?? '-'}`, JSON.stringify(error.detail));
  if (error instanceof Error) lines.push(error.stack ?? error.message);
  return lines.join('\n');
}
