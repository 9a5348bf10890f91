/** Makes a link by which people without an account see an entry, or what is in a release, on the site. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { previewLinksKey } from '../../api/preview-links.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { PreviewLink } from '../../api/types.ts';
import { loadWords } from '../../languages/languages.ts';
import { Code, CopyTextButton, Group, LinkAnchor, Modal, Select, Stack, Text, TextInput } from '../../ui/index.ts';
import { FormDialog } from '../form-dialog.tsx';
import { Moment } from '../moments.tsx';
import { usePlace } from '../use-place.ts';
import { useRefresh } from '../use-refresh.ts';

const PASSWORD_LENGTH_MIN = 8;
const PASSWORD_LENGTH_MAX = 128;
const DAY_S = 86_400;
const DAYS_DEFAULT = '7';

interface SharePreviewProperties {
  /** What the link opens, as the API takes it. */
  readonly target: {
    readonly entry?: string;
    readonly change_set?: string;
    readonly locale?: string;
  };
  /** What the entry or the release is called. */
  readonly name: string;
  readonly onClose: () => void;
}

export async function loadSharePreview(): Promise<ComponentType<SharePreviewProperties>> {
  await loadWords('sharing');
  return SharePreview;
}

function SharePreview({ target, name, onClose }: SharePreviewProperties): ReactNode {
  const [made, setMade] = useState<PreviewLink | null>(null);
  if (made !== null) return <MadeLink link={made} onClose={onClose} />;
  return <NewLink target={target} name={name} onMade={setMade} onClose={onClose} />;
}

interface NewLinkProperties extends SharePreviewProperties {
  readonly onMade: (link: PreviewLink) => void;
}

function NewLink({ target, name, onMade, onClose }: NewLinkProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const refresh = useRefresh(previewLinksKey(space));
  const [days, setDays] = useState(DAYS_DEFAULT);
  const make = async (given: FormData) => {
    const password = String(given.get('password') ?? '');
    const body = { ...target, expires_in: Number(days) * DAY_S, ...(password === '' ? {} : { password }) };
    const params = { path: { space_id: space } };
    try {
      onMade(await bodyOf(api.POST('/spaces/{space_id}/preview-links', { params, body })));
    } catch (error) {
      if (isWithoutPage(error)) throw new Error(t`There is no page to show yet: its address needs a slug.`);
      throw error;
    }
    void refresh();
  };
  const choices = [
    { value: '1', label: t`One day` },
    { value: DAYS_DEFAULT, label: t`One week` },
    { value: '30', label: t`30 days` },
  ];
  return (
    <FormDialog title={t`Share a preview`} action={t`Make the link`} onSubmit={make} isReplaced onClose={onClose}>
      <Text size="sm">
        {target.entry === undefined ? (
          <Trans>
            Whoever has the link sees the pages of “{name}” on your site as the release makes them, without an account.
          </Trans>
        ) : (
          <Trans>Whoever has the link sees “{name}” on your site as it is then, drafts too, without an account.</Trans>
        )}
      </Text>
      <Select
        label={t({ message: 'Works for', comment: 'For how long a link can be opened' })}
        data={choices}
        value={days}
        onChange={(value) => value !== null && setDays(value)}
        allowDeselect={false}
        data-path="expires_in"
      />
      <TextInput
        type="password"
        label={t`Password (optional)`}
        description={t`At least 8 characters. Tell it to them by another way than the link.`}
        name="password"
        minLength={PASSWORD_LENGTH_MIN}
        maxLength={PASSWORD_LENGTH_MAX}
        autoComplete="new-password"
      />
    </FormDialog>
  );
}

function MadeLink({ link, onClose }: { readonly link: PreviewLink; readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const url = link.url ?? '';
  return (
    <Modal opened onClose={onClose} title={t`Share a preview`} size="lg" centered>
      <Stack gap="sm">
        <Code block tabIndex={0} aria-label={t`Preview link`}>
          {url}
        </Code>
        <Text size="sm">
          <Trans>
            It ends <Moment at={link.expires_at} inSentence />, and when you leave.
          </Trans>
        </Text>
        <Group gap="md">
          <CopyTextButton value={url} variant="filled" data-autofocus>
            <Trans>Copy link</Trans>
          </CopyTextButton>
          <LinkAnchor
            to="/spaces/$space/$environment/settings/preview-links"
            params={place}
            search={{ open: link.id } as never}
            size="sm"
          >
            <Trans>Find it again, or revoke it</Trans>
          </LinkAnchor>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Whether the entry has no page that the link could open. */
function isWithoutPage(error: unknown): boolean {
  return error instanceof ApiProblem && error.violations.some(({ path }) => path === 'entry');
}
