/**
 * Single sign-on of an account in three steps: copy, paste, test; and only then required. Invariant: it is required only in the
 * version that a test log-in has just succeeded with, and while an owner can log in with a password.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAccountId } from '../../../frame/use-place.ts';
import { SettingsPage } from '../page/settings-page.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { Domains } from './domains.tsx';
import { connectionQuery } from './queries.ts';
import { Removal } from './removal.tsx';
import { Requirement } from './requirement.tsx';
import { TestStep } from './test-step.tsx';

export function SingleSignOn(): ReactNode {
  const { t } = useLingui();
  return (
    <SettingsPage
      title={t`Single sign-on`}
      about={<Trans>Members log in at your identity provider, with the account they have there already.</Trans>}
      guide="single-sign-on"
      permission="sso.manage"
    >
      <Parts />
    </SettingsPage>
  );
}

function Parts(): ReactNode {
  const connection = useSuspenseQuery(connectionQuery(useAccountId())).data;
  return (
    <>
      <ConnectionForm connection={connection} />
      <TestStep connection={connection} />
      <Requirement connection={connection} />
      <Domains />
      {connection !== null && <Removal connection={connection} />}
    </>
  );
}
