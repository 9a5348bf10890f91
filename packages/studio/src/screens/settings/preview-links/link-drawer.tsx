/** One preview link: all that is known of it, its address for whoever made it, and its revoking. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { previewLinkQuery, previewLinksKey } from '../../../api/preview-links.ts';
import { meQuery } from '../../../api/queries.ts';
import type { PreviewLink } from '../../../api/types.ts';
import { DangerDialog } from '../../../frame/form-dialog.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { OpenedDrawer } from '../../../frame/opened-drawer.tsx';
import { useNames } from '../../../frame/people.ts';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { Button, Code, CopyTextButton, Group, Stack, Text } from '../../../ui/index.ts';
import { FactTable } from '../list/fact-table.tsx';
import { NeedsRole } from '../page/needs-role.tsx';
import { LinkEnd } from './link-end.tsx';
import { useLinkWords } from './link-words.ts';

interface LinkDrawerProperties {
  readonly id: string;
  readonly onClose: () => void;
}

export function LinkDrawer({ id, onClose }: LinkDrawerProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const read = useQuery(previewLinkQuery(space, id));
  return (
    <OpenedDrawer read={read} title={t`Preview link`} gone={t`This link was revoked.`} onClose={onClose}>
      {(link) => (
        <Stack>
          <Address link={link} />
          <Facts link={link} />
          <Revoking link={link} onRevoked={onClose} />
        </Stack>
      )}
    </OpenedDrawer>
  );
}

function Facts({ link }: { readonly link: PreviewLink }): ReactNode {
  const { t } = useLingui();
  const nameOf = useNames();
  const { nameOfLink, kindOfLink } = useLinkWords();
  const { last_opened_at: lastOpened, opened } = link;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t`What`, nameOfLink(link)],
    [t`Kind`, kindOfLink(link)],
    [t`Environment`, link.environment],
    [t`Made by`, nameOf(link.created_by)],
    [t`Made`, <Moment key="made" at={link.created_at} />],
    [t`Ends`, <LinkEnd key="ends" at={link.expires_at} />],
    [t`Password`, link.has_password ? t`yes` : t`no`],
    [t({ message: 'Times opened', comment: 'How often a preview link was opened' }), opened],
    [t`Last opened`, lastOpened === null ? t`never` : <Moment key="opened" at={lastOpened} />],
  ];
  return <FactTable facts={facts} />;
}

/** The link itself, which only whoever made it can read. */
function Address({ link: { url } }: { readonly link: PreviewLink }): ReactNode {
  const { t } = useLingui();
  if (url === null) return null;
  return (
    <Stack gap="xs">
      <Code block tabIndex={0} aria-label={t`Preview link`}>
        {url}
      </Code>
      <Group>
        <CopyTextButton value={url}>
          <Trans>Copy link</Trans>
        </CopyTextButton>
      </Group>
    </Stack>
  );
}

interface RevokingProperties {
  readonly link: PreviewLink;
  readonly onRevoked: () => void;
}

function Revoking({ link, onRevoked }: RevokingProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const { user } = useSuspenseQuery(meQuery).data;
  const refresh = useRefresh(previewLinksKey(space));
  const mayManage = usePermission('preview_link.manage');
  const [isAsked, setIsAsked] = useState(false);
  if (link.created_by !== user.id && !mayManage) return <NeedsRole permission="preview_link.manage" />;
  const revoke = async () => {
    const params = { path: { space_id: space, preview_link_id: link.id } };
    await bodyOf(api.DELETE('/spaces/{space_id}/preview-links/{preview_link_id}', { params }));
    onRevoked();
    await refresh();
  };
  return (
    <Group>
      <Button variant="outline" color="red" onClick={() => setIsAsked(true)}>
        <Trans>Revoke…</Trans>
      </Button>
      {isAsked && (
        <DangerDialog
          title={t`Revoke this preview link?`}
          action={t`Revoke`}
          onSubmit={revoke}
          onClose={() => setIsAsked(false)}
        >
          <Text size="sm">
            <Trans>Nobody can open it any more, and pages that were opened by it show nothing new.</Trans>
          </Text>
        </DangerDialog>
      )}
    </Group>
  );
}
