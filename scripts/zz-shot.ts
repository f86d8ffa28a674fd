import { chromium } from 'playwright';
const [,, base, login, ...paths] = process.argv;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] });
const context = await browser.newContext({ viewport: { width: Number(process.env.W ?? 1280), height: Number(process.env.H ?? 800) }, locale: 'en-US', colorScheme: (process.env.SCHEME as 'dark') ?? 'light', storageState: process.env.STATE && (await import('node:fs')).existsSync(process.env.STATE) ? process.env.STATE : undefined });
const page = await context.newPage();
page.on('console', (m) => { if (m.type() !== 'log') console.log('CONSOLE', m.type(), m.text().slice(0, 400)); });
page.on('pageerror', (e) => console.log('PAGEERROR', e.message.slice(0, 600), e.stack?.slice(0,400)));
page.on('requestfailed', (r) => console.log('REQFAILED', r.url(), r.failure()?.errorText));
page.on('response', (r) => { if (r.status() >= 400) console.log('HTTP', r.status(), r.url().slice(0, 200)); });
if (login !== '-') { await page.goto(login); await page.waitForTimeout(1500); if (process.env.STATE) await context.storageState({ path: process.env.STATE }); }
let i = 0;
for (const p of paths) { await page.goto(base + p); await page.waitForTimeout(Number(process.env.WAIT ?? 3000)); await page.screenshot({ path: `/tmp/shot${i++}.png` }); console.log('shot', p, page.url(), await page.title()); }
await browser.close();
