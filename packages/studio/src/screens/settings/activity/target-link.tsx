/** What a record is about, with a link to it where Studio has a place for it. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AuditResource } from '../../../../../contract/src/audit-actions.ts';
import type { AuditRecord } from '../../../api/types.ts';
import { usePlace } from '../../../frame/use-place.ts';
import { LinkAnchor } from '../../../ui/index.ts';
import { resourceWords } from './action-words.ts';
import { keyIn, targetPlace } from './target-place.ts';

export function TargetLink({ record }: { readonly record: AuditRecord }): ReactNode {
  const { i18n } = useLingui();
  const { type, id } = record.target;
  const place = targetPlace(record, usePlace());
  const words = resourceWords[type as AuditResource];
  const isNamed = type === 'entry' || type === 'content_type';
  const shown = `${words === undefined ? type : i18n._(words)} ${isNamed ? keyIn(id) : id}`;
  if (place === null) return shown;
  return (
    <LinkAnchor to={place.to as never} search={place.search as never} size="sm">
      {shown}
    </LinkAnchor>
  );
}
