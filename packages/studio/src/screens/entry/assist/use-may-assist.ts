/** Whether a language model can be used here: one is set up, the space allows it, and so does the person's role. */
import { useQuery } from '@tanstack/react-query';
import { aiStatusQuery } from '../../../api/queries.ts';
import { usePermission, useSpace } from '../../../frame/use-place.ts';

/** False until that is known. An account that forbids it says so when it is asked. */
export function useMayAssist(): boolean {
  const isOn = useSpace().ai === 'on';
  const enabled = usePermission('ai.use') && isOn;
  const { data } = useQuery({ ...aiStatusQuery, enabled });
  return enabled && data?.model != null;
}
