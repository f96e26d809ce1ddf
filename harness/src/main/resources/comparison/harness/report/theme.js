'use strict';
// Light or dark: as the system says, as ?theme= asks, or by the button. What has colours of its own is drawn again.
const switchTheme = redraw => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const wanted = new URLSearchParams(location.search).get('theme');
  if (wanted === 'dark' || wanted === 'light') { root.dataset.theme = wanted; }
  document.getElementById('theme').addEventListener('click', () => {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : system.matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    redraw();
  });
  system.addEventListener('change', redraw);
};
