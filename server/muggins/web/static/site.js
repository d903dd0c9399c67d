// Times in the viewer's own zone, and the parts of a page that follow what happens.

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

function localise(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    time.title = `${time.dateTime}`;
    time.textContent = clock.format(new Date(time.dateTime));
  }
}

// A part is HTML that the server made and escaped, the same as in the page itself.
function follow(part) {
  const source = new EventSource(part.dataset.live);
  source.addEventListener("part", (event) => {
    if (part.contains(document.activeElement)) return; // never pull a link from under somebody's hands
    part.innerHTML = JSON.parse(event.data);
    localise(part);
  });
}

localise(document);
document.querySelectorAll("[data-live]:not(.viewer)").forEach(follow);
