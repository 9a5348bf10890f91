/** What a receiver does to check requests, in its own language. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Code, CopyTextButton, Group, Stack, Tabs, Text } from '../../../ui/index.ts';
import { type Snippet, snippets } from './snippets.ts';

export function Receiver(): ReactNode {
  const { t } = useLingui();
  return (
    <Stack gap="xs">
      <Tabs defaultValue={snippets[0]?.language ?? null} keepMounted={false}>
        <Tabs.List aria-label={t`Languages of receivers`}>
          {snippets.map(({ language }) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map((snippet) => (
          <Tabs.Panel key={snippet.language} value={snippet.language} pt="sm">
            <SnippetText snippet={snippet} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="sm" c="dimmed">
        <Trans>
          Respond with 401 if the signature is wrong, and with 204 within 5 seconds if you accept the event. An event
          may arrive twice: X-CMS-Delivery is then the same.
        </Trans>
      </Text>
    </Stack>
  );
}

function SnippetText({ snippet: { language, code } }: { readonly snippet: Snippet }): ReactNode {
  const { t } = useLingui();
  return (
    <Stack gap="xs">
      <Code block tabIndex={0} aria-label={t`Check in ${language}`} dir="ltr">
        {code}
      </Code>
      <Group>
        <CopyTextButton value={code} />
      </Group>
    </Stack>
  );
}
