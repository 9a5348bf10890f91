/** The addresses of the screens without a session. Each knows where the person wanted to go. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../frame/root.tsx';
import { nextSearch } from '../../frame/use-continue.ts';

export const logInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'login',
  validateSearch: nextSearch,
  component: lazyRouteComponent(() => import('./log-in.tsx'), 'LogIn'),
});

export const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'signup',
  validateSearch: nextSearch,
  component: lazyRouteComponent(() => import('./sign-up.tsx'), 'SignUp'),
});

export const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'forgot',
  validateSearch: nextSearch,
  component: lazyRouteComponent(() => import('./forgot.tsx'), 'Forgot'),
});

export const ssoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sso',
  validateSearch: ({ code }: Record<string, unknown>): { readonly code: string } => ({ code: String(code ?? '') }),
  component: lazyRouteComponent(() => import('./sso.tsx'), 'Sso'),
});
