"""A job written for scikit-learn alone: what `cuml.accel` is put under, unchanged.

    python -m cuml.accel -v -m certlab.labs.rapids.real.learning.plain_job

It runs without cuML too, and is then what it reads. The forest asks for `warm_start`,
which cuML has not: that fit, and what follows from it, stays on the CPU.
"""


def main() -> None:
    """Scale, shorten, cluster, and read digits in two ways; print the accuracies."""
    from sklearn.cluster import KMeans
    from sklearn.datasets import load_digits
    from sklearn.decomposition import PCA
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.model_selection import train_test_split
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.preprocessing import StandardScaler

    rows, labels = load_digits(return_X_y=True)
    rows = rows.astype("float32")
    train, held, train_labels, held_labels = train_test_split(
        rows, labels, test_size=360, stratify=labels, random_state=0
    )
    short = PCA(n_components=16).fit_transform(StandardScaler().fit_transform(train))
    KMeans(n_clusters=10, n_init=4, random_state=0).fit(short)
    nearest = KNeighborsClassifier(n_neighbors=5).fit(train, train_labels)
    forest = RandomForestClassifier(n_estimators=50, warm_start=True, random_state=0)
    forest.fit(train, train_labels)
    for name, model in (("nearest neighbours", nearest), ("forest", forest)):
        right = (model.predict(held) == held_labels).mean()
        print(f"{name} {right:.3f}")  # noqa: T201 -- a script's output


if __name__ == "__main__":
    main()
