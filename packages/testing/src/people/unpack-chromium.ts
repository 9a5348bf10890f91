/**
 * A separate program that unpacks Chromium and prints its path, with the variables for starting it: the package reads variables of
 * the environment to decide what to unpack, and sets some.
 */
import chromium from '@sparticuz/chromium';

const path = await chromium.executablePath();
const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
process.stdout.write(JSON.stringify({ path, env: { LD_LIBRARY_PATH, FONTCONFIG_PATH } }));
