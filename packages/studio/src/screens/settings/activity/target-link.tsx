/** What a record is about, with a link to it where Studio has a place for it. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AuditResource } from '../../../../../contract/src/audit-actions.ts';
import { MAIN_ENVIRONMENT } from '../../../api/queries.ts';
import type { AuditRecord } from '../../../api/types.ts';
import { usePlace } from '../../../frame/use-place.ts';
import { LinkAnchor } from '../../../ui/index.ts';
import { resourceWords } from './action-words.ts';

/** Pages where things of a kind are listed, below the environment. */
const PAGES: Readonly<Record<string, string>> = {
  account: 'settings/account',
  api_key: 'settings/keys',
  asset: 'media',
  content_type: 'model',
  environment: 'settings/environments',
  export: 'settings/transfer',
  import: 'settings/transfer',
  invitation: 'settings/members',
  locale: 'settings/locales',
  member: 'settings/members',
  space: 'settings/general',
  webhook: 'settings/webhooks',
};

export function TargetLink({ record }: { readonly record: AuditRecord }): ReactNode {
  const { i18n } = useLingui();
  const { type, id } = record.target;
  const here = usePlace();
  const page = type === 'entry' ? `content/${keyIn(id)}` : PAGES[type];
  const words = resourceWords[type as AuditResource];
  const shown = `${words === undefined ? type : i18n._(words)} ${type === 'entry' ? keyIn(id) : id}`;
  if (page === undefined || record.action.endsWith('.delete')) return shown;
  const space = record.space_id ?? here.space;
  const environment = record.environment ?? (space === here.space ? here.environment : MAIN_ENVIRONMENT);
  return (
    <LinkAnchor to={`/spaces/${space}/${environment}/${page}` as never} size="sm">
      {shown}
    </LinkAnchor>
  );
}

/** The key of an entry, which its address has, out of its id. */
function keyIn(id: string): string {
  return id.replace(/^ent_[^_]*_/, '');
}
