/** What a language model can do with an entry as a whole, in the menus of its bar. Nothing where none can be used. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { AssistIcon } from '../../../ui/icons.ts';
import { Button, Divider, Menu } from '../../../ui/index.ts';
import { useAssist } from './tasks.ts';

const ICON_PIXELS = 14;

/** Among *More actions*. */
export function AssistItems(): ReactNode {
  const show = useAssist();
  if (show === null) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<AssistIcon size={ICON_PIXELS} />} onClick={() => show({ kind: 'write-entry' })}>
        <Trans>Write with AI…</Trans>
      </Menu.Item>
      <Menu.Item leftSection={<AssistIcon size={ICON_PIXELS} />} onClick={() => show({ kind: 'seo' })}>
        <Trans>Title and description for search…</Trans>
      </Menu.Item>
      <Menu.Divider />
    </>
  );
}

/** Below the choice of languages. @param onPress closes that */
export function TranslateButton({ onPress }: { readonly onPress: () => void }): ReactNode {
  const show = useAssist();
  if (show === null) return null;
  const translate = () => {
    onPress();
    show({ kind: 'translate' });
  };
  return (
    <>
      <Divider my="xs" />
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<AssistIcon size={ICON_PIXELS} aria-hidden />}
        onClick={translate}
      >
        <Trans>Translate from…</Trans>
      </Button>
    </>
  );
}
