/** What hashes of passwords cost where tests make hundreds of them and none is about that cost. */
import type { PasswordCost } from '../../server/src/platform/kit/password-hasher.ts';

/** The least that Argon2id takes: some 0.1 ms, where a real hash takes 30. */
export const LEAST_PASSWORD_COST: PasswordCost = { memory: 8, passes: 1 };
