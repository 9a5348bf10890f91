/** The environment that every space has, and that sites read from unless they are told otherwise. */
export const MAIN_ENVIRONMENT = 'master';
