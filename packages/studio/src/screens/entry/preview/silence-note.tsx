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
  if (state === 'unreachable') return <Unreachable origin={origin} />;
  if (state === 'refused') return <Refused />;
  if (state !== 'scriptless' || isGone || isQuiet(origin)) return null;
  const hide = () => {
    keepQuiet(origin);
    setGone(true);
  };
  return <Scriptless onHide={hide} />;
}

/** Which page, and what to do about it. */
function Note({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }): ReactNode {
  return (
    <Alert color="orange" variant="light" title={title} className={styles.note}>
      <Stack gap="xs">{children}</Stack>
    </Alert>
  );
}

function Unreachable({ origin }: { readonly origin: string }): ReactNode {
  return (
    <Note title={<Trans>Your site does not answer</Trans>}>
      <Text size="sm">
        <Trans>
          Nothing answers at {origin}, as seen from this computer. See whether the site runs, whether its certificate is
          valid, and whether the preview address is right.
        </Trans>
      </Text>
      <ToAddress />
    </Note>
  );
}

function Refused(): ReactNode {
  const { t } = useLingui();
  return (
    <Note title={<Trans>Your site does not let its page be shown</Trans>}>
      <Text size="sm">
        <Trans>
          It answers with an error, or forbids frames. Pages with a preview token need this header, and no
          X-Frame-Options:
        </Trans>
      </Text>
      <Line
        name={t({ message: 'The header', comment: 'What is copied' })}
        value={`Content-Security-Policy: frame-ancestors 'self' ${location.origin}`}
      />
      <ToGuide />
    </Note>
  );
}

/** It may also be that a browser shows nothing and does not let on, so both lines are there. */
function Scriptless({ onHide }: { readonly onHide: () => void }): ReactNode {
  const { t } = useLingui();
  const service = location.origin;
  return (
    <Note title={<Trans>The page does not take part</Trans>}>
      <Text size="sm">
        <Trans>
          It lacks the script with which it follows what you write, or its policy keeps the script out. It is loaded
          anew instead.
        </Trans>
      </Text>
      <Line
        name={t({ message: 'The script', comment: 'What is copied' })}
        value={`<script type="module" src="${service}/preview.js"></script>`}
      />
      <Text size="sm">
        <Trans>If it has a Content-Security-Policy, add this address to its script-src and frame-ancestors:</Trans>
      </Text>
      <Line name={t({ message: 'The address', comment: 'What is copied' })} value={service} />
      <ToGuide>
        <Button variant="subtle" size="compact-sm" onClick={onHide}>
          <Trans comment="Button: the site is known not to take part in previews">Do not show this again</Trans>
        </Button>
      </ToGuide>
    </Note>
  );
}

function ToGuide({ children }: { readonly children?: ReactNode }): ReactNode {
  return (
    <Group gap="md">
      <Anchor href={GUIDE} target="_blank" size="sm">
        <Trans>How a site takes part</Trans>
      </Anchor>
      {children}
    </Group>
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
    <Note title={<Trans>The page cannot be shown here</Trans>}>
      <Text size="sm">
        <Trans>
          Studio is open over https, so browsers show no page over http in it. The preview address has to begin with
          https, or lead to localhost.
        </Trans>
      </Text>
      <ToAddress />
    </Note>
  );
}

function Elsewhere(): ReactNode {
  return (
    <Note title={<Trans>The page leads to another site</Trans>}>
      <Text size="sm">
        <Trans>
          Only the host of the preview address is shown here, and the page redirects to another one, perhaps to log in.
          Set the address to where it ends.
        </Trans>
      </Text>
      <ToAddress />
    </Note>
  );
}
