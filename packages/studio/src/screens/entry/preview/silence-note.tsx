/** Why the page in a preview shows nothing, or does not follow, and what the site has to add. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Alert, Anchor, Button, Code, CopyTextButton, Group, Stack, Text } from '../../../ui/index.ts';
import { isMixed } from './page-address.ts';
import styles from './preview.module.css';
import { isQuiet, keepQuiet } from './preview-choices.ts';
import { ToAddress } from './to-address.tsx';
import type { PageState } from './use-live-page.ts';

const GUIDE = '/docs/guide/preview';

interface SilenceNoteProperties {
  readonly state: PageState;
  /** Of the page. */
  readonly url: string;
}

export function SilenceNote({ state, url }: SilenceNoteProperties): ReactNode {
  const [isGone, setGone] = useState(false);
  const { origin } = new URL(url);
  if (isMixed(url, location)) return <Mixed />;
  if (state === 'blocked') return <Elsewhere />;
  if (state !== 'silent' || isGone || isQuiet(origin)) return null;
  const hide = () => {
    keepQuiet(origin);
    setGone(true);
  };
  return <Silent onHide={hide} />;
}

/** The usual reasons, each with its line. */
function Silent({ onHide }: { readonly onHide: () => void }): ReactNode {
  const { t } = useLingui();
  const service = location.origin;
  return (
    <Alert color="orange" variant="light" title={<Trans>The page does not take part</Trans>} className={styles.note}>
      <Stack gap="xs">
        <Text size="sm">
          <Trans>
            If you see it, it lacks the script with which it follows what you write. It is loaded anew instead.
          </Trans>
        </Text>
        <Line
          name={t({ message: 'The script', comment: 'What is copied' })}
          value={`<script type="module" src="${service}/preview.js"></script>`}
        />
        <Text size="sm">
          <Trans>If you see nothing, your site forbids frames. It needs this header, and no X-Frame-Options:</Trans>
        </Text>
        <Line
          name={t({ message: 'The header', comment: 'What is copied' })}
          value={`Content-Security-Policy: frame-ancestors 'self' ${service}`}
        />
        <Group gap="md">
          <Anchor href={GUIDE} target="_blank" size="sm">
            <Trans>How a site takes part</Trans>
          </Anchor>
          <Button variant="subtle" size="compact-sm" onClick={onHide}>
            <Trans comment="Button: the site is known not to take part in previews">Do not show this again</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function Line({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code className={styles.address}>{value}</Code>
      <CopyTextButton value={value} name={name} size="compact-xs" />
    </Group>
  );
}

function Mixed(): ReactNode {
  return (
    <Alert color="orange" variant="light" title={<Trans>The page cannot be shown here</Trans>} className={styles.note}>
      <Stack gap="xs">
        <Text size="sm">
          <Trans>
            Studio is open over https, so browsers show no page over http in it. The preview address has to begin with
            https, or lead to localhost.
          </Trans>
        </Text>
        <ToAddress />
      </Stack>
    </Alert>
  );
}

function Elsewhere(): ReactNode {
  return (
    <Alert color="orange" variant="light" title={<Trans>The page leads to another site</Trans>} className={styles.note}>
      <Stack gap="xs">
        <Text size="sm">
          <Trans>
            Only the host of the preview address is shown here, and the page redirects to another one, perhaps to log
            in. Set the address to where it ends.
          </Trans>
        </Text>
        <ToAddress />
      </Stack>
    </Alert>
  );
}
