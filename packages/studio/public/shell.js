// Before Studio itself is loaded: whether a session may stand here, in which colours, and in which language. It stays small,
// as nothing is drawn before it has run.
{
  const root = document.documentElement;
  const scheme = localStorage.getItem('mantine-color-scheme-value');
  if (scheme === 'light' || scheme === 'dark') root.dataset.mantineColorScheme = scheme;
  if (localStorage.getItem('lectern.session') !== null && location.pathname.startsWith('/studio/spaces/'))
    root.dataset.shell = '';
}
