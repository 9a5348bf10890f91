/** The first step: what the provider has to know of this service, and where it goes there. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { Problem } from '../../../frame/problem.tsx';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { useAccountId } from '../../../frame/use-place.ts';
import { Button, Group, List, Stack } from '../../../ui/index.ts';
import { saveFile } from '../list/save-file.ts';
import type { Protocol } from './connection-values.ts';
import { CopiedValue } from './copied-value.tsx';
import { type SsoSetup, setupQuery } from './queries.ts';
import { Step } from './step.tsx';

const METADATA_TYPE = 'application/samlmetadata+xml';

export function CopyStep({ protocol }: { readonly protocol: Protocol }): ReactNode {
  const addresses = useSuspenseQuery(setupQuery(useAccountId())).data;
  return (
    <Step
      title={<Trans>1. Copy this to your provider</Trans>}
      about={<Trans>Create an application for Lectern there. These addresses never change.</Trans>}
    >
      {protocol === 'oidc' ? <OidcAddresses {...addresses} /> : <SamlAddresses {...addresses} />}
    </Step>
  );
}

function OidcAddresses({ redirect_uri: redirectUri }: SsoSetup): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <CopiedValue name={t`Redirect URI`} value={redirectUri} />
      <List size="sm" spacing={4}>
        <List.Item>
          <Trans>
            Okta: create an app integration of type OIDC, web application, and paste it as sign-in redirect URI.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>
            Microsoft Entra: under App registrations, make a new one and paste it as redirect URI of type Web.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>Google: create a client of type Web application, and paste it under Authorized redirect URIs.</Trans>
        </List.Item>
        <List.Item>
          <Trans>
            Keycloak: create a client of type OpenID Connect with client authentication, and paste it under Valid
            redirect URIs.
          </Trans>
        </List.Item>
      </List>
    </>
  );
}

function SamlAddresses({ account_id: account, acs_url: acsUrl, entity_id: entityId }: SsoSetup): ReactNode {
  const { t } = useLingui();
  const { problem, busy, run } = useAttempt();
  const save = () =>
    run(async () => {
      const params = { path: { account_id: account } };
      const call = api.GET('/accounts/{account_id}/sso/metadata', { params, parseAs: 'text' });
      saveFile('lectern-saml-metadata.xml', METADATA_TYPE, String(await bodyOf(call)));
    });
  return (
    <>
      <Stack gap="sm">
        <CopiedValue name={t`Reply URL (ACS)`} value={acsUrl} />
        <CopiedValue name={t`Entity ID (audience)`} value={entityId} />
        <Group>
          <Button variant="default" size="xs" loading={busy} onClick={() => void save()}>
            <Trans>Download metadata</Trans>
          </Button>
        </Group>
        <Problem error={problem} />
      </Stack>
      <List size="sm" spacing={4}>
        <List.Item>
          <Trans>
            Okta: create an app integration of type SAML 2.0; the reply URL is the single sign-on URL, the entity ID the
            audience URI.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>
            Microsoft Entra: create an enterprise application of your own, and upload the metadata file under Single
            sign-on, SAML.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>Google: add a custom SAML app; the reply URL is the ACS URL. Map the primary email to “email”.</Trans>
        </List.Item>
        <List.Item>
          <Trans>Keycloak: import a client with the metadata file, then switch off “Client signature required”.</Trans>
        </List.Item>
      </List>
    </>
  );
}
