/**
 * A program of its own that unpacks Chromium and says where it is, with the variables it has to be started with: the
 * package decides by variables of the environment what to unpack, and sets some.
 */
import chromium from '@sparticuz/chromium';

const path = await chromium.executablePath();
const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
process.stdout.write(JSON.stringify({ path, env: { LD_LIBRARY_PATH, FONTCONFIG_PATH } }));
