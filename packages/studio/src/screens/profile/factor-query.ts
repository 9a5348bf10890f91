/** The second factors of the person, and what the account and this session have to do with them. */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';

export const factorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => bodyOf(api.GET('/auth/second-factor')),
});
