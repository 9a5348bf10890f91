/** The entry as the API gives it. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Entry } from '../../api/types.ts';
import { Button, Code, CopyTextButton, Modal, Stack } from '../../ui/index.ts';
import styles from './entry.module.css';

const INDENT = 2;

interface JsonViewProperties {
  readonly entry: Entry;
  onClose(): void;
}

export function JsonView({ entry, onClose }: JsonViewProperties): ReactNode {
  const { t } = useLingui();
  const text = JSON.stringify(entry, null, INDENT);
  return (
    <Modal opened onClose={onClose} size="xl" title={`GET /entries/${entry.id}`}>
      <Stack gap="xs">
        <CopyTextButton value={text} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
        <section className={styles.answer} tabIndex={0} aria-label={t`JSON of the entry`}>
          <Code block>{text}</Code>
        </section>
        <Button variant="default" size="xs" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </Stack>
    </Modal>
  );
}
