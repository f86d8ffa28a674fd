// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PluginContext } from '@orrery/sdk/web';
import { ApiError, PluginScopeContext } from '@orrery/sdk/web';
import english from '../../locales/en.json';
import german from '../../locales/de.json';
import { LoginPage } from './login-page.tsx';
import { safeNext } from './safe-next.ts';

const post = vi.fn();
const ctx = {
  api: { post, url: (path: string) => `/bi${path}` },
  i18n: { language: 'en', t: (key: keyof typeof english) => english[key] },
  router: { location: () => location, onDidChange: () => ({ dispose() {} }) },
} as unknown as PluginContext;
const location = { pathname: '/login/', search: '?next=%2Fbi%2Fboard%2F7%2F', hash: '' };
const refuse = (status: number) => post.mockRejectedValueOnce(new ApiError({ message: `server ${status}`, status, url: '/login/' }));

async function fill(password: string) {
  await userEvent.type(screen.getByLabelText(/User name/), 'ann');
  await userEvent.type(screen.getByLabelText(/Password/), `${password}{Enter}`);
}

beforeEach(() => {
  post.mockReset();
  document.body.innerHTML = '<input id="csrf_token" value="token">';
  render(
    <PluginScopeContext value={{ ctx, params: {}, Slot: ({ children }) => children }}>
      <LoginPage />
    </PluginScopeContext>,
  );
});
afterEach(cleanup);

describe('login page', () => {
  it('[ROUTE-02] sends name, password, token and the way back as a form', async () => {
    post.mockReturnValueOnce(new Promise(() => {}));
    await fill('right');
    const [path, { body, redirectOn401 }] = post.mock.calls[0] as [string, { body: URLSearchParams; redirectOn401: boolean }];
    expect([path, Object.fromEntries(body), redirectOn401]).toEqual(['/login/', { username: 'ann', password: 'right', next: '/bi/board/7/', csrf_token: 'token' }, false]);
  });

  it.each([
    [401, english['error.wrong']],
    [429, english['error.too-many']],
    [400, english['error.expired']],
    [503, 'server 503'],
  ])('says beside the form what a %i means, and forgets the password', async (status, text) => {
    refuse(status);
    await fill('wrong');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(screen.getByLabelText<HTMLInputElement>(/Password/).value).toBe('');
  });

  it('asks for what is missing without asking the server', async () => {
    await act(() => userEvent.click(screen.getByRole('button', { name: 'Sign in' })));
    expect(screen.getByRole('alert').textContent).toBe(english['form.required']);
    expect(post).not.toHaveBeenCalled();
  });

  it('[I18N-01] German has every text of English', () => {
    expect(Object.keys(german)).toEqual(Object.keys(english));
  });
});

describe('the way back', () => {
  const origin = 'https://bi.test';
  it.each(['https://evil.test/', '//evil.test/', '/\\evil.test', 'javascript:alert(1)', '\\\\evil.test', '', null, 'board'])('never leads elsewhere: %s', (next) => {
    expect(safeNext(next, origin, '/bi/')).toBe('/bi/');
  });
  it('keeps a path of this site with all that follows it', () => {
    expect(safeNext('/bi/board/7/?a=1#b', origin, '/bi/')).toBe('/bi/board/7/?a=1#b');
  });
});
