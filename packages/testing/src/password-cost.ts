/** The cost of password hashes in tests that make hundreds of them and do not test that cost. */
import type { PasswordCost } from '../../server/src/platform/kit/password-hasher.ts';

/** The minimum of Argon2id: about 0.1 ms, where a real hash takes 30. */
export const LEAST_PASSWORD_COST: PasswordCost = { memory: 8, passes: 1 };
