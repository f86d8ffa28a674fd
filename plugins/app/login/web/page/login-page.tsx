import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { isApiError, useLocation, usePlugin, useT } from '@orrery/sdk/web';
import { Button, TextField } from '@orrery/sdk/ui';
import { safeNext } from './safe-next.ts';

/** Asks for user name and password; the answer's cookie is the session. */
export function LoginPage(): ReactNode {
  const { api } = usePlugin();
  const t = useT();
  const { search } = useLocation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  const signIn = async () => {
    setBusy(true);
    setProblem('');
    const { origin } = window.location;
    const home = api.url('/');
    const next = safeNext(new URLSearchParams(search).get('next'), origin, home);
    try {
      const token = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? '';
      const body = new URLSearchParams({ username, password, next, csrf_token: token });
      const answer = await api.post<{ next?: string } | undefined>('/login/', { body, redirectOn401: false });
      // The page must be served anew: everything on it belongs to nobody.
      window.location.assign(safeNext(answer?.next, origin, next));
    } catch (error) {
      setBusy(false);
      setPassword('');
      setProblem(sentence(error, t));
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (username === '' || password === '') setProblem(t('form.required'));
    else void signIn();
  };
  return (
    <div className="login-page">
      <div className="login-card">
        <p className="login-brand">Orrery</p>
        <h1>{t('page.title')}</h1>
        <form className="login-form" onSubmit={handleSubmit} noValidate>
          <div role="alert">{problem !== '' && <p className="login-error">{problem}</p>}</div>
          {/* The page has no other purpose, so nobody is carried past anything. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <TextField label={t('form.username')} name="username" value={username} onChange={setUsername} autoComplete="username" autoFocus required />
          <TextField label={t('form.password')} name="password" type="password" value={password} onChange={setPassword} autoComplete="current-password" required />
          <Button type="submit" kind="primary" busy={isBusy}>
            {t('form.submit')}
          </Button>
        </form>
      </div>
    </div>
  );
}

function sentence(error: unknown, t: (key: string) => string): string {
  if (!isApiError(error)) return error instanceof Error ? error.message : String(error);
  if (error.status === 401) return t('error.wrong');
  if (error.status === 429) return t('error.too-many');
  return error.status === 400 ? t('error.expired') : error.message;
}
