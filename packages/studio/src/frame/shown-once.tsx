/** A secret that is shown this once: to be copied now, because nobody can read it again. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Alert, Button, Code, CopyTextButton, Group, Stack, Text } from '../ui/index.ts';

interface ShownOnceProperties {
  readonly title: string;
  readonly secret: string;
  readonly onDone: () => void;
}

export function ShownOnce({ title, secret, onDone }: ShownOnceProperties): ReactNode {
  const copy = useRef<HTMLButtonElement>(null);
  // Whoever asked for it goes on here, once the dialog in which they did is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret in the same place has to be copied as well
  useEffect(() => {
    const timer = setTimeout(() => copy.current?.focus());
    return () => clearTimeout(timer);
  }, [secret]);
  return (
    <Alert variant="light" color="petrol" title={title} role="status">
      <Stack gap="xs">
        <Text size="sm">
          <Trans>Copy it now. It will not be shown again.</Trans>
        </Text>
        <Code block tabIndex={0} aria-label={title}>
          {secret}
        </Code>
        <Group gap="xs">
          <CopyTextButton ref={copy} value={secret} variant="filled" />
          <Button size="xs" variant="default" onClick={onDone}>
            <Trans>I have copied it</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** Secrets of one kind: a new one does not take the place of one that nobody has copied yet. */
export function useShownSecrets(title: string): {
  /** The latest first; each until the person says that they have it. */
  readonly shown: ReactNode;
  readonly show: (secret: string) => void;
} {
  const [secrets, setSecrets] = useState<readonly string[]>([]);
  const drop = (secret: string) => setSecrets((now) => now.filter((one) => one !== secret));
  return {
    shown: secrets.map((secret) => (
      <ShownOnce key={secret} title={title} secret={secret} onDone={() => drop(secret)} />
    )),
    show: (secret) => setSecrets((now) => [secret, ...now]),
  };
}
