/** Taking a space along, and bringing content in: exports, imports, and what comes from other systems. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { SettingsPage } from '../page/settings-page.tsx';
import { Exports } from './exports.tsx';
import { Imports } from './imports.tsx';
import { MovingIn } from './moving-in.tsx';

export function Transfer(): ReactNode {
  const { t } = useLingui();
  return (
    <SettingsPage
      title={t`Export and import`}
      about={
        <Trans>
          Take a space along as a file, bring it back into any space, or move in from another system. Nothing that is
          here already is ever deleted by an import.
        </Trans>
      }
      guide="export-and-import"
      permission="content.export"
    >
      <Exports />
      <Imports />
      <MovingIn />
    </SettingsPage>
  );
}
