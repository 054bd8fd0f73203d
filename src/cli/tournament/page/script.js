// A link to a player opens its part of the page; a click on a line of the chart keeps the line in front.
const open = () => {
  const aim = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (aim instanceof HTMLDetailsElement) aim.open = true;
};
addEventListener('hashchange', open);
open();
for (const line of document.querySelectorAll('.line')) line.addEventListener('click', () => line.classList.toggle('chosen'));
