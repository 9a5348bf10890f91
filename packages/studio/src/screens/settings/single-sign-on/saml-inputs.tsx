/** What a SAML provider says about itself: from its metadata, or by hand. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button, FileButton, Group, GrowingTextarea, Text, TextInput } from '../../../ui/index.ts';
import type { Working } from './connection-values.ts';
import { readSamlMetadata } from './saml-metadata.ts';

const METADATA_ROWS = 2;
const METADATA_ROWS_MAX = 4;
const CERTIFICATE_ROWS = 4;
const CERTIFICATE_ROWS_MAX = 10;

interface SamlInputsProperties {
  readonly working: Working;
}

export function SamlInputs({ working }: SamlInputsProperties): ReactNode {
  const { t } = useLingui();
  const { values, set } = working;
  return (
    <>
      <Metadata working={working} />
      <TextInput
        label={t`Entity ID of the provider`}
        name="saml.idp_entity_id"
        dir="ltr"
        required
        value={values['saml.idp_entity_id']}
        onChange={({ currentTarget }) => set('saml.idp_entity_id', currentTarget.value)}
      />
      <TextInput
        label={t`Log-in address`}
        description={t`Where the provider takes log-ins by redirect.`}
        name="saml.sso_url"
        type="url"
        dir="ltr"
        required
        value={values['saml.sso_url']}
        onChange={({ currentTarget }) => set('saml.sso_url', currentTarget.value)}
      />
      <GrowingTextarea
        label={t`Signing certificate`}
        description={t`While the provider replaces it, paste both, one after the other.`}
        name="saml.certificate"
        dir="ltr"
        required
        minRows={CERTIFICATE_ROWS}
        maxRows={CERTIFICATE_ROWS_MAX}
        value={values['saml.certificate']}
        onChange={({ currentTarget }) => set('saml.certificate', currentTarget.value)}
      />
    </>
  );
}

/** Fills in the three values below it. */
function Metadata({ working: { set } }: SamlInputsProperties): ReactNode {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const found = text.trim() === '' ? undefined : readSamlMetadata(text);
  const take = (given: string) => {
    setText(given);
    const read = readSamlMetadata(given);
    if (read === null) return;
    set('saml.idp_entity_id', read['saml.idp_entity_id']);
    set('saml.sso_url', read['saml.sso_url']);
    set('saml.certificate', read['saml.certificate']);
  };
  return (
    <>
      <GrowingTextarea
        label={t`Metadata of the provider`}
        description={t`Paste its XML here or choose the file. It fills in the values below.`}
        dir="ltr"
        minRows={METADATA_ROWS}
        maxRows={METADATA_ROWS_MAX}
        value={text}
        onChange={({ currentTarget }) => take(currentTarget.value)}
        error={found === null && t`This is not the metadata of a SAML provider. Its XML has an “IDPSSODescriptor”.`}
      />
      <Group gap="sm">
        <FileButton accept=".xml,text/xml,application/xml" onChange={(file) => void file?.text().then(take)}>
          {(button) => (
            <Button {...button} variant="default" size="xs">
              <Trans>Choose a metadata file…</Trans>
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" role="status">
          {found && <Trans>Filled in.</Trans>}
        </Text>
      </Group>
    </>
  );
}
