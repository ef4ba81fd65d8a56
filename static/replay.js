// A replay whose turns follow each other shows the next one when the animation of this one has ended, and there was
// time to read what was played. The row of buttons says how fast. When it is replaced, another turn is shown.
(() => {
	"use strict";
	const wait = (ms) => new Promise((end) => setTimeout(end, ms));
	let shown;
	const follow = async () => {
		const bar = document.querySelector(".replay");
		if (bar === shown) return;
		shown = bar;
		const { speed } = bar?.dataset ?? {};
		if (!speed) return;
		const moving = document.getAnimations().filter(({ effect }) => effect.target.closest("#board"));
		await Promise.allSettled([wait(1500 / speed), ...moving.map((animation) => animation.finished)]);
		await wait(600 / speed);
		if (bar.isConnected) document.getElementById("replay-next")?.click();
	};
	document.addEventListener("htmx:afterSettle", follow);
	follow();
})();
