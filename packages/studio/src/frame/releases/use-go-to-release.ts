/** Goes on working in a release, or on the drafts themselves. */
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { session } from '../../api/session.ts';
import { draftsOf } from '../use-drafts.ts';
import { usePlace, useRelease } from '../use-place.ts';

/** Content is seen as it is in a release: whoever looks at it goes on looking at the same. */
export const CONTENT = /^\/spaces\/[^/]+\/[^/]+\/content(\/|$)/;

/** Gives the function that does it. It takes the id of a release; undefined for the drafts. */
export function useGoToRelease(): (release: string | undefined) => void {
  const navigate = useNavigate();
  const place = usePlace();
  const here = useRelease();
  const { key } = useParams({ strict: false });
  const isContent = useRouterState({ select: ({ location }) => CONTENT.test(location.pathname) });
  return (release) => {
    const opened = key === undefined ? undefined : draftsOf(session.state).opened({ ...place, key, release: here });
    // Nobody else has what a release creates.
    const stays = isContent ? opened?.entry?.change !== 'create' : release === undefined;
    if (stays) void navigate({ to: '.', search: ((now: object) => ({ ...now, in: release })) as never });
    else void navigate({ to: '/spaces/$space/$environment/content', params: place, search: { in: release ?? '' } });
  };
}
