/** The link of a row that opens its thing beside the list. */
import type { ReactNode } from 'react';
import { LinkAnchor } from '../../../ui/index.ts';
import { OPENED } from './use-opened.ts';

interface OpenLinkProperties {
  readonly id: string;
  readonly children: ReactNode;
}

export function OpenLink({ id, children }: OpenLinkProperties): ReactNode {
  return (
    <LinkAnchor to="." search={(before: object) => ({ ...before, [OPENED]: id }) as never} size="sm" dir="auto">
      {children}
    </LinkAnchor>
  );
}
