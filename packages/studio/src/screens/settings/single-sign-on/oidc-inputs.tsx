/** What an OpenID provider says about itself. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { PasswordInput, TagsInput, TextInput } from '../../../ui/index.ts';
import type { Working } from './connection-values.ts';

interface OidcInputsProperties {
  readonly working: Working;
  /** Whether a secret is stored, which an empty input keeps. */
  readonly hasSecret: boolean;
}

export function OidcInputs({ working: { values, set }, hasSecret }: OidcInputsProperties): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <TextInput
        label={t`Issuer`}
        description={t`An address such as https://login.example.com. Paste it as your provider shows it.`}
        name="oidc.issuer"
        type="url"
        dir="ltr"
        required
        value={values['oidc.issuer']}
        onChange={({ currentTarget }) => set('oidc.issuer', currentTarget.value)}
      />
      <TextInput
        label={t`Client ID`}
        name="oidc.client_id"
        dir="ltr"
        required
        autoComplete="off"
        value={values['oidc.client_id']}
        onChange={({ currentTarget }) => set('oidc.client_id', currentTarget.value)}
      />
      <PasswordInput
        label={t`Client secret`}
        description={
          hasSecret ? t`One is stored. Leave this empty to keep it.` : t`It is stored encrypted and never shown again.`
        }
        name="oidc.client_secret"
        dir="ltr"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t`Show the secret` }}
        value={values['oidc.client_secret']}
        onChange={({ currentTarget }) => set('oidc.client_secret', currentTarget.value)}
      />
      <TagsInput
        label={t`More scopes`}
        description={t`Besides openid, email and profile. Okta needs “groups” here to send groups.`}
        data-path="oidc.scopes"
        value={[...values['oidc.scopes']]}
        onChange={(scopes) => set('oidc.scopes', scopes)}
      />
    </>
  );
}
