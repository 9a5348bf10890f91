/** What is said before an entry leaves a release: what is lost by it. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Entry } from '../../api/types.ts';

/** @param change what the release does with the entry */
export function WhatIsLost({ change }: { readonly change: Entry['change'] | undefined }): ReactNode {
  if (change === 'create') return <Trans>The release creates this entry. What was written in it is lost.</Trans>;
  if (change === 'change')
    return <Trans>What the release changes in it is lost. The entry itself stays as it is.</Trans>;
  return <Trans>The entry itself stays as it is.</Trans>;
}
